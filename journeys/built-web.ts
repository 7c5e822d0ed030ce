/** Journeys look at the web as it is served: built, from the sources as they are now. Imported before anything reads what is built. */
import { buildWeb } from '../tools/build-web.ts'

buildWeb(console.log)
