/**
 * What a feature keeps about a person, as he may download it: the name of a file, without its ending, and what stands in it.
 * He reads it himself, so names and keys are Russian. Long lists come piece by piece.
 */
export type PersonalData = Record<string, object | AsyncIterable<object>>
