/** On a device one notice of a filter takes the place of the one before, whether the page or the system shows it. */
export const feedPushTag = (of: number | string): string => `feed-push-${of}`
