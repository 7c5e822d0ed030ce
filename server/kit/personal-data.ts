/**
 * What a feature keeps about a person, as they may download it: the name of a file, without its ending, and what stands in it.
 * They read it themselves, so names and keys are Russian. Long lists come piece by piece.
 */
export type PersonalData = Record<string, object | AsyncIterable<object>>
