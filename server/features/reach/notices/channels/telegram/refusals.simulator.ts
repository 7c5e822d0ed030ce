/** What the Bot API refuses, and how it says so. */

export interface SimulatedButton {
  text: string
  callback_data?: string
  url?: string
}

/** Why nothing may be sent to a chat. */
export type ClosedChat = 'blocked' | 'deactivated' | 'kicked' | 'no rights'

export class Refused extends Error {
  readonly code: number
  readonly parameters: object
  constructor(code: number, description: string, parameters: object = {}) {
    super(description)
    this.code = code
    this.parameters = parameters
  }
}

export function closedBy(why: ClosedChat): Refused {
  switch (why) {
    case 'blocked':
      return new Refused(403, 'Forbidden: bot was blocked by the user')
    case 'deactivated':
      return new Refused(403, 'Forbidden: user is deactivated')
    case 'kicked':
      return new Refused(403, 'Forbidden: bot was kicked from the group chat')
    case 'no rights':
      return new Refused(400, 'Bad Request: have no rights to send a message')
  }
}

export function keyboardOf(markup: unknown): SimulatedButton[][] {
  const rows = (markup as { inline_keyboard?: SimulatedButton[][] } | undefined)?.inline_keyboard ?? []
  if (rows.flat().length > 100) throw new Refused(400, 'Bad Request: reply markup is too long')
  for (const { text, callback_data: data, url } of rows.flat()) {
    if (!text) throw new Refused(400, 'Bad Request: text buttons are unallowed in the inline keyboard')
    if ((data === undefined) === (url === undefined))
      throw new Refused(400, 'Bad Request: exactly one action per button')
    if (data !== undefined && (data === '' || Buffer.byteLength(data) > 64))
      throw new Refused(400, 'Bad Request: BUTTON_DATA_INVALID')
    if (url !== undefined && !/^https?:\/\/[^/]+\.[^/]+/.test(url))
      throw new Refused(400, `Bad Request: inline keyboard button URL '${url}' is invalid: Wrong HTTP URL`)
  }
  return rows
}
