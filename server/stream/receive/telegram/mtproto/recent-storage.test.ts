import { expect, it } from 'vitest'
import { RecentStorage } from './recent-storage.ts'

const peer = (id: number, name = `name${id}`) => ({
  id,
  accessHash: '1',
  isMin: false,
  usernames: [name],
  updated: 0,
  complete: new Uint8Array(),
})

it('people met long ago are forgotten with their names, those met again are not', () => {
  const { peers } = new RecentStorage()
  peers.store(peer(1))
  peers.store(peer(2))
  for (let id = 3; id <= 20_000; id += 1) peers.store(peer(id))
  peers.store(peer(1))
  for (let id = 20_001; id <= 20_100; id += 1) peers.store(peer(id))
  expect(peers.state.entities.size).toBe(20_000)
  expect(peers.state.usernameIndex.size).toBe(20_000)
  expect(peers.getById(1)).not.toBeNull()
  expect(peers.getById(2)).toBeNull()
  expect(peers.getByUsername('name2')).toBeNull()
})

it('a name that went over to another is theirs, also when its former owner is forgotten', () => {
  const { peers } = new RecentStorage()
  peers.store(peer(1, 'name'))
  peers.store(peer(2, 'name'))
  for (let id = 3; id <= 20_001; id += 1) peers.store(peer(id))
  expect(peers.getById(1)).toBeNull()
  expect(peers.getByUsername('name')?.id).toBe(2)
})

it('no messages are kept', () => {
  const { refMessages } = new RecentStorage()
  refMessages.store()
  expect(refMessages.state.refs.size).toBe(0)
})
