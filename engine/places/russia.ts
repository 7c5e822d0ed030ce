/** Russia, its federal subjects, its towns of 30,000 people and more, and smaller ones that many visit or ask for. */
import type { Place } from './place.ts'
import { readGazetteer, russiaItself } from './read-gazetteer.ts'
import { caucasus } from './russia/caucasus.ts'
import { central } from './russia/central.ts'
import { farEast } from './russia/far-east.ts'
import { northWest } from './russia/north-west.ts'
import { siberia } from './russia/siberia.ts'
import { south } from './russia/south.ts'
import { urals } from './russia/urals.ts'
import { volga } from './russia/volga.ts'

export const russia: readonly Place[] = [
  russiaItself,
  ...[central, northWest, south, caucasus, volga, urals, siberia, farEast].flatMap(readGazetteer),
]
