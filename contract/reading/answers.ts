/** Answering a message: the words a person keeps for it. That they did is a step of a lead: `leads.setAnswered`. */
import { Type, type Static } from 'typebox'
import { call } from '../call.ts'
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
const rateLimit = { count: 120, seconds: 60 }

export const answers = {
  /** The person's own, in the order in which they were made. */
  listTemplates: call('GET', '/reply-templates', {
    access: 'customer',
    teamNeed: 'none',
    underMask: 'read',
    input: Type.Object({}),
    result: Type.Object({ templates: Type.Array(ReplyTemplateSchema) }),
  }),
  createTemplate: call('POST', '/reply-templates', {
    access: 'customer',
    teamNeed: 'none',
    underMask: 'change',
    rateLimit,
    input: Type.Object(Words),
    result: Type.Object({ template: ReplyTemplateSchema }),
  }),
  updateTemplate: call('PUT', '/reply-templates/:id', {
    access: 'customer',
    teamNeed: 'none',
    underMask: 'change',
    rateLimit,
    input: Type.Object({ id: Type.Integer(), ...Words }),
    result: Type.Object({ template: ReplyTemplateSchema }),
  }),
  deleteTemplate: call('DELETE', '/reply-templates/:id', {
    access: 'customer',
    teamNeed: 'none',
    underMask: 'change',
    rateLimit,
    input: ById,
    result: Type.Object({}),
  }),
}
