/** What VK reports by its Callback API: written down, answered at once, followed by a job. */
import { AppError } from '../../../kit/app-error.ts'
import type { Handlers } from '../../../kit/context.ts'
import { hearEvent } from './channels/vk/poll-vk.ts'
import { hookText, readJsonObject } from './hook-body.ts'
import { isSameSecret } from '../../../kit/same-secret.ts'

export const takeVkUpdate: Handlers<'notices'>['takeVkUpdate'] = async (ctx) => {
  const group = ctx.config.vkNotices
  if (group?.updates !== 'webhook' || !ctx.raw) throw new AppError('NOT_FOUND')
  const event = readJsonObject(ctx.raw.body)
  if (!event) return hookText('malformed', 400)
  const { type, group_id: groupId, secret, event_id: eventId, object } = event
  if (groupId !== group.groupId) return hookText('forbidden', 403)
  if (typeof secret !== 'string' || !isSameSecret(group.secret, secret)) return hookText('forbidden', 403)
  if (type === 'confirmation') return hookText(group.confirmation)
  if (typeof type !== 'string' || typeof eventId !== 'string' || eventId === '') return hookText('malformed', 400)
  await hearEvent(ctx, { type, event_id: eventId, object })
  return hookText('ok')
}
