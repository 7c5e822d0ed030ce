import { existsSync, readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { startYoutubeSimulator, type YoutubeSimulator } from './youtube.simulator.ts'

let simulator: YoutubeSimulator
beforeEach(async () => {
  simulator = await startYoutubeSimulator({ now: () => new Date('2026-11-20T12:00:00Z') })
})
afterEach(() => simulator.close())

const schema = new URL('../../../../../shared/data/schemas/youtube-v3.d.ts.gz', import.meta.url)

describe.skipIf(!existsSync(schema))(
  'the typings of the API (../shared/data/schemas/youtube-v3.d.ts.gz; skipped where absent)',
  () => {
    it('know every field that the simulator answers with', async () => {
      const fields = readTypings(gunzipSync(readFileSync(schema)).toString())
      const channel = simulator.addChannel({ title: 'А' })
      const video = simulator.post(channel, 'слово')
      const comment = simulator.comment(video, 'вопрос')
      simulator.comment(video, 'ответ', comment)
      simulator.post(channel, 'личное').isPrivate = true
      const asked: [resource: string, query: string, type: string][] = [
        ['channels', `id=${channel.id}`, 'ChannelListResponse'],
        ['videos', `id=${video.id}`, 'VideoListResponse'],
        ['playlistItems', `playlistId=UU${channel.id.slice(2)}&maxResults=1`, 'PlaylistItemListResponse'],
        ['search', 'q=слово&type=video', 'SearchListResponse'],
        ['commentThreads', `allThreadsRelatedToChannelId=${channel.id}`, 'CommentThreadListResponse'],
        ['comments', `parentId=${comment.id}`, 'CommentListResponse'],
      ]
      for (const [resource, query, type] of asked) {
        const body: unknown = await (await fetch(`${simulator.url}/youtube/v3/${resource}?${query}&key=key-a`)).json()
        expect(strangeFields(body, type, fields), resource).toEqual([])
        expect(body).toMatchObject({ items: [{}] })
      }
    })
  },
)

/** Interfaces and the types of their fields; a field of a plain or a listed type has it as it is written. */
function readTypings(text: string): Map<string, Map<string, string>> {
  const interfaces = [...text.matchAll(/^ {4}interface (\w+) \{\n([\s\S]*?)^ {4}\}/gm)]
  return new Map(
    interfaces.map(([, name = '', body = '']) => [
      name,
      new Map(
        [...body.matchAll(/^ {6}(\w+)\??:\s*([^;]+);/gm)].map(([, field = '', type = '']) => [field, type.trim()]),
      ),
    ]),
  )
}

function strangeFields(value: unknown, type: string, all: Map<string, Map<string, string>>): string[] {
  if (type.endsWith('[]'))
    return Array.isArray(value)
      ? value.flatMap((each: unknown) => strangeFields(each, type.slice(0, -2), all))
      : [`${type} is no list`]
  const fields = all.get(type)
  if (!fields)
    return ['string', 'number', 'boolean'].includes(type) && typeof value !== type
      ? [`${JSON.stringify(value)} is no ${type}`]
      : []
  return Object.entries(value as object).flatMap(([name, inner]) => {
    const known = fields.get(name)
    return known === undefined ? [`${type}.${name}`] : strangeFields(inner, known, all)
  })
}
