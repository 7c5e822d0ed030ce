/** All that the made-up network's messages are put together from, read once. */
import { once, readDataFiles } from '../../../kit/data-files.ts'
import { readPeopleTexts, readPlaceTexts, readRequests, readTalk, readTrades } from './read-texts.ts'

const readFiles = (...names: string[]) => readDataFiles(new URL('./', import.meta.url), names)
const readOne = (name: string) => readFiles(name)[0]!

export const madeUpTexts = once(() => ({
  trades: readTrades(readFiles('texts/trades-home.txt', 'texts/trades-life.txt', 'texts/trades-leisure.txt')),
  requests: readRequests(readOne('texts/requests.txt')),
  talk: readTalk(readOne('texts/talk.txt')),
  people: readPeopleTexts(readOne('texts/people.txt')),
  places: readPlaceTexts(readOne('texts/places.txt')),
}))
