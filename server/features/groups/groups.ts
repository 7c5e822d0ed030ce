/** Monitored groups: the list of a person, and what he pastes into it. */
import { personOf, type Answers, type Asking } from '../../kit/asking.ts'
import { Refusal } from '../../kit/refusal.ts'
import { addGroups } from './add-groups.ts'
import { findUnfinished, showAdditions } from './addition.ts'
import { removeGroups, restoreGroups, setGroupEnabled, type Owner } from './change-groups.ts'
import { listLines } from './download-groups.ts'
import { findGroupsetId, readRoom } from './groupset.ts'
import { findGroup, listGroups } from './list-groups.ts'

export const answerGroups: Answers<'groups'> = {
  async getGroupset(asking) {
    const { db, clock } = asking
    const id = await findGroupsetId(db, personOf(asking).id)
    if (id === null) return { groupset: null, addition: null }
    const { size, maxSize, running } = await readRoom(db, clock, id)
    return { groupset: { id, size, maxSize, running }, addition: await findUnfinished(db, id) }
  },

  async listGroups(asking, input) {
    return listGroups(asking.db, await readList(asking), input)
  },

  async addGroups(asking, { links }) {
    const { db, clock } = asking
    const id = await db.transaction().execute((tx) => addGroups(tx, clock, personOf(asking).id, links))
    return { addition: await accessAddition(asking, id) }
  },

  async getAddition(asking, { id }) {
    return { addition: await accessAddition(asking, id) }
  },

  async setGroupEnabled(asking, { id, enabled }) {
    await asking.db.transaction().execute((tx) => setGroupEnabled(tx, ownerOf(asking), id, enabled))
    const list = await readList(asking)
    const group = list && (await findGroup(asking.db, list.groupsetId, list.room, id))
    // Taken off the list a moment after.
    if (!group) throw new Refusal('GROUP_NOT_FOUND')
    return { group }
  },

  async deleteGroup(asking, { id }) {
    return { ids: await asking.db.transaction().execute((tx) => removeGroups(tx, asking.clock, ownerOf(asking), id)) }
  },

  async clearGroups(asking) {
    return { ids: await asking.db.transaction().execute((tx) => removeGroups(tx, asking.clock, ownerOf(asking), null)) }
  },

  async restoreGroups(asking, { ids }) {
    return {
      restored: await asking.db.transaction().execute((tx) => restoreGroups(tx, asking.clock, ownerOf(asking), ids)),
    }
  },

  async downloadGroups(asking) {
    return { lines: await listLines(asking.db, personOf(asking).id) }
  },
}

function ownerOf(asking: Asking): Owner {
  return { userId: personOf(asking).id, socketId: asking.socket?.id ?? null }
}

async function readList(asking: Asking) {
  const { db, clock } = asking
  const groupsetId = await findGroupsetId(db, personOf(asking).id)
  return groupsetId === null ? null : { groupsetId, room: await readRoom(db, clock, groupsetId) }
}

/** One's own; another's and none at all are refused alike. */
async function accessAddition(asking: Asking, id: number) {
  const [found] = await showAdditions(asking.db, [id])
  if (found?.userId !== personOf(asking).id) throw new Refusal('NOT_FOUND')
  return found.addition
}
