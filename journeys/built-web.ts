/** Journeys look at the web as it is served: built, from the sources as they are now. */
import { buildWeb } from '../tools/build-web.ts'

export default function setUp(): void {
  buildWeb(console.log)
}
