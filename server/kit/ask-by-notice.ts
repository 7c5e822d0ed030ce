/** Calls that a press beside a notice makes: past the gate, which knows requests of browsers alone, but by the same permissions. */
import type { Call } from '../../contract/call.ts'
import { contract } from '../../contract/contract.ts'
import { personAsking, type Identity } from '../../rules/identity.ts'
import { decidePermission } from '../../rules/permission.ts'
import { AppError } from './app-error.ts'
import type { AskByNotice, CallContext, Handler } from './context.ts'

const nothing = (): void => {}

export function askByNoticeOf(features: readonly { name: string; handlers: unknown }[]): AskByNotice {
  return (async (ctx, person, feature, name, input) => {
    const call = (contract[feature] as Record<string, Call>)[name as string]
    const answering = features.find((each) => each.name === feature)
    const handler = (answering?.handlers as Record<string, Handler<Call>> | undefined)?.[name as string]
    if (!call || !handler) throw new Error(`nothing answers ${feature}.${String(name)}`)
    const identity: Identity = { kind: 'notice', person }
    const refused = decidePermission(call, identity, null)
    if (refused) throw new AppError(refused)
    const asked: CallContext = {
      ...ctx,
      identity,
      person: personAsking(identity),
      ip: '',
      userAgent: '',
      isNavigation: false,
      teamNeed: call.teamNeed,
      socket: null,
      raw: null,
      files: [],
      countAs: () => Promise.resolve(),
      cookies: {},
      setSessionToken: nothing,
      setCookie: nothing,
    }
    return handler(asked, input as never)
  }) as AskByNotice
}
