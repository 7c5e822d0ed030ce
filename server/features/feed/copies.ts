/** The messages behind one card. */
import { personOf, type Answers } from '../../kit/asking.ts'
import { accessMessage } from './access-message.ts'
import { readCards } from './cards.ts'
import { pickCopies } from './pick.ts'
import { readAskedFields, readScope } from './scope.ts'

const MOST = 200

export const listCopies: Answers<'feed'>['listCopies'] = async (asking, { id, ...asked }) => {
  const { db } = asking
  const person = personOf(asking)
  const scope = await readScope(asking, person, await readAskedFields(db, person.id, asked))
  const card = await accessMessage(db, scope.reader, id, scope.now)
  return { copies: await readCards(db, scope, await pickCopies(db, scope, card, MOST)) }
}
