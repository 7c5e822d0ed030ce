/** Spec §5 Adding groups, to the letter; of links that are pasted and of places that are bought alike. */
export const describeGroupLimit = (max: number): string => `Можно добавить не больше ${max} групп`
