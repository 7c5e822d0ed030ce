/** The lead categories a new installation starts with, in the order in which they are shown. */
import { once, readDataFiles } from '../../../kit/data-files.ts'
import { readLeadFrames } from './lead-queries.ts'
import { readLeadTopics } from './lead-topics.ts'
import { readCategorySeeds } from './read-category-seeds.ts'

const files = [
  'home',
  'building',
  'leisure',
  'beauty-and-health',
  'learning',
  'business',
  'computer-and-print',
  'transport',
].map((topic) => `seeds/${topic}.txt`)

const readFiles = (names: readonly string[]) => readDataFiles(new URL('./', import.meta.url), names)

export const loadSeededCategories = once(() => {
  const [frames, topics] = readFiles(['seeds/frames.txt', 'seeds/topics.txt'])
  const categories = readCategorySeeds(readFiles(files), readLeadFrames(frames!))
  const more = readLeadTopics(topics!, new Set(categories.map(({ slug }) => slug)))
  return categories.map((category) => ({
    ...category,
    topics: [...category.topics, ...(more.get(category.slug) ?? [])],
  }))
})
