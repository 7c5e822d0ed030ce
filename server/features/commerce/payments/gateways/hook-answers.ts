import type { HookAnswer, NoticeRefusal, ReadNotice } from './gateway.ts'

export const answerInText = (body: string, status = 200): HookAnswer => ({
  status,
  type: 'text/plain; charset=utf-8',
  body,
})

export const answerInJson = (body: object, status = 200): HookAnswer => ({
  status,
  type: 'application/json; charset=utf-8',
  body: JSON.stringify(body),
})

/** For gateways that look at nothing but the HTTP status. */
export const refuseInText = (refused: NoticeRefusal): ReadNotice => ({
  refused,
  answer: answerInText(refused, refused === 'malformed' ? 400 : 403),
})
