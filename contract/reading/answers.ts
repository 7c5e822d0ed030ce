/** Answering a message: the words a person keeps for it, and that they did. */
import { Type, type Static } from 'typebox'
import { call } from '../call.ts'
import { MessageMarksSchema } from './feed.ts'
import { ById, Id } from '../schemas.ts'

export const TEMPLATE_COUNT = 30
export const TEMPLATE_NAME_LENGTH = 60
export const TEMPLATE_LENGTH = 2_000

/** What stands in a template for what differs from message to message. */
export const templatePlaces = ['{имя}', '{город}', '{категория}'] as const

export const ReplyTemplateSchema = Type.Object({ id: Id, name: Type.String(), text: Type.String() })
export type ReplyTemplate = Static<typeof ReplyTemplateSchema>

const Words = {
  name: Type.String({ minLength: 1, maxLength: TEMPLATE_NAME_LENGTH, pattern: '\\S' }),
  text: Type.String({ minLength: 1, maxLength: TEMPLATE_LENGTH, pattern: '\\S' }),
}
const pace = { count: 120, seconds: 60 }

export const answers = {
  /** The person's own, in the order in which they were made. */
  listTemplates: call('GET', '/reply-templates', {
    access: 'customer',
    input: Type.Object({}),
    result: Type.Object({ templates: Type.Array(ReplyTemplateSchema) }),
  }),
  createTemplate: call('POST', '/reply-templates', {
    access: 'customer',
    rateLimit: pace,
    input: Type.Object(Words),
    result: Type.Object({ template: ReplyTemplateSchema }),
  }),
  updateTemplate: call('PUT', '/reply-templates/:id', {
    access: 'customer',
    rateLimit: pace,
    input: Type.Object({ id: Type.Integer(), ...Words }),
    result: Type.Object({ template: ReplyTemplateSchema }),
  }),
  deleteTemplate: call('DELETE', '/reply-templates/:id', {
    access: 'customer',
    rateLimit: pace,
    input: ById,
    result: Type.Object({}),
  }),
  /** The reader answered a message, or takes that back; their team sees it. The first time counts. */
  setAnswered: call('PUT', '/feed/message/:id/answered', {
    access: 'customer',
    rateLimit: { count: 1_200, seconds: 60 },
    input: Type.Object({ id: Type.Integer(), value: Type.Boolean() }),
    result: Type.Object({ marks: MessageMarksSchema, removed: Type.Boolean() }),
  }),
}
