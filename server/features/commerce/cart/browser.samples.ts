/** A guest's browser, for tests: keeps the cookies it is handed. */
import type { Answer, Call, InputOf, ResultOf } from '../../../../contract/call.ts'
import { contract, type Contract } from '../../../../contract/contract.ts'
import { requestOf } from '../../../../contract/request.ts'
import { toWire, wireNames } from '../../../../contract/wire-names.ts'
import { readAnswer } from '../../../testing/read-answer.ts'
import type { TestWorld } from '../../../testing/test-world.ts'

let browsers = 0

export function openBrowser(world: TestWorld) {
  const cookies: Record<string, string> = {}
  const handed: { name: string; maxAge?: number; httpOnly?: boolean; sameSite?: string }[] = []
  browsers += 1
  const remoteAddress = `10.9.${browsers >> 8}.${browsers & 255}`
  return {
    cookies,
    /** Every cookie it was handed, the newest last. */
    handed,
    async asks<F extends keyof Contract, N extends keyof Contract[F]>(
      feature: F,
      callName: N,
      input: InputOf<Contract[F][N]>,
    ): Promise<Answer<ResultOf<Contract[F][N]>>> {
      const travelling = toWire(input, wireNames[feature]) as Record<string, unknown>
      const { method, url, body } = requestOf(contract[feature][callName] as Call, travelling)
      const response = await world.web.app.inject({
        method,
        url,
        remoteAddress,
        cookies,
        ...(body ? { payload: body } : {}),
      })
      for (const { name, value, ...flags } of response.cookies as { name: string; value: string }[]) {
        handed.push({ name, ...flags })
        if (value === '') delete cookies[name]
        else cookies[name] = value
      }
      return readAnswer<F, N>(feature, response.json())
    },
  }
}
