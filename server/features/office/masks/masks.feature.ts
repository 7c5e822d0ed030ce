/** Masks: support looks at the service as someone else sees it. What may be done meanwhile: rules/mask.ts. */
import { AppError } from '../../../kit/app-error.ts'
import { actorOf } from '../../../../rules/identity.ts'
import type { Handlers } from '../../../kit/context.ts'
import { defineFeature } from '../../../kit/feature.ts'
import { every, on } from '../../../kit/jobs.ts'
import { findUser } from '../../people/accounts/accounts.public.ts'
import { endMasks, endMasksOf, leaveMask, type MaskEnd } from './end-masks.ts'
import { personalMasks } from './personal-masks.ts'
import { startMask } from './start-mask.ts'

const handlers: Handlers<'masks'> = {
  startMask,

  async leaveMask(ctx) {
    const { db, identity } = ctx
    if (identity.kind === 'acting-as') await leaveMask(ctx, identity.maskId)
    const user = await findUser(db, actorOf(identity)?.id ?? 0)
    if (!user) throw new AppError('UNAUTHORIZED')
    return { user }
  },
}

declare module '../../../kit/bus.ts' {
  interface BusMessages {
    /** These sessions act as someone else from now on, or as themselves again. */
    'mask.changed': { sessionIds: number[] }
  }
}

declare module '../../../kit/audit.ts' {
  interface AuditActions {
    'mask-started': { mask: number; reason: string; until: Date }
    'mask-ended': { mask: number; why: MaskEnd }
    /** A change under a mask: the call, and what its path names. */
    'mask-call': { mask: number; call: string; params?: Record<string, unknown> }
  }
}

export const masksFeature = defineFeature({
  name: 'masks',
  handlers,
  jobs: [
    every('* * * * *', 'end-masks', endMasks),
    on('sessions.ended', 'end-masks-of', (ctx, { userId }) => endMasksOf(ctx, userId)),
  ],
  personalData: personalMasks,
  auditWords: {
    'mask-started': 'Вход под маской',
    'mask-call': 'Под маской',
    'mask-ended': 'Маска снята',
  },
})
