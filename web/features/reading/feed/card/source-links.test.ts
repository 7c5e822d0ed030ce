import { expect, test } from 'vitest'
import { sampleMessage } from './message.samples.ts'
import { sourceLinks } from './source-links.ts'

const ours = 'https://echolot.example'
const message = sampleMessage({
  id: 7,
  url: 'https://vk.com/wall-1_2',
  author: { id: 1, name: 'Мария', avatar: null, url: 'https://vk.com/id7', city: null },
  group: { id: 2, name: 'Мамы Омска', avatar: null, url: null, city: null, followers: null },
})

test('of someone who pays they lead straight to the network', () => {
  expect(sourceLinks(message, true, ours)).toEqual({
    message: 'https://vk.com/wall-1_2',
    author: 'https://vk.com/id7',
    group: null,
  })
})

test('of anyone else they lead through our page, by the id of the message and never by an address', () => {
  expect(sourceLinks(message, false, ours)).toEqual({
    message: `${ours}/goto/7`,
    author: `${ours}/goto/7?to=author`,
    group: null,
  })
})

test('what is no page of the web leads nowhere either way', () => {
  const trap = { ...message, url: 'javascript:alert(1)' }
  expect([sourceLinks(trap, false, ours).message, sourceLinks(trap, true, ours).message]).toEqual([null, null])
})
