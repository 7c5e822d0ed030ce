/** Who `name@host` is: asked at the host itself, or at the one it sends us to. */
import type { FoundGroup } from '../shared/adapter.ts'
import { isNetworkError, NetworkError } from '../shared/network-error.ts'
import type { Instance, Instances } from './instances.ts'
import { foundGroupOf, readAccount, type MastodonAccount } from './shape.ts'

export async function resolveAccount(instances: Instances, key: string, signal: AbortSignal): Promise<FoundGroup> {
  const [name = '', host = ''] = key.split('@')
  const found = await findHost(instances, name, host, signal)
  const account = await lookUpAccount(instances, found, name, signal)
  if (account.suspended) throw new NetworkError('access-denied', `${key} is suspended`)
  return foundGroupOf(account, found.host)
}

/** @throws NetworkError `access-denied` where only the instance's own people may ask */
export async function lookUpAccount(
  instances: Instances,
  { host, instance }: { host: string; instance: Instance },
  name: string,
  signal: AbortSignal,
): Promise<MastodonAccount> {
  const { body } = await instances.ask(host, '/api/v1/accounts/lookup', { acct: name }, { signal })
  const account = readAccount(body, instance.domain)
  if (!account) throw new NetworkError('temporary', `${host} answered no account`)
  return account
}

/** Names may end in a domain whose instance is at another host: WebFinger tells where. */
async function findHost(
  instances: Instances,
  name: string,
  domain: string,
  signal: AbortSignal,
): Promise<{ host: string; instance: Instance }> {
  try {
    return { host: domain, instance: await instances.instanceAt(domain, name, signal) }
  } catch (error) {
    if (!isNetworkError(error, 'bad-request')) throw error
    const host = await instances.findHome(name, domain, signal).catch(() => null)
    if (host === null || host === domain) throw error
    return { host, instance: await instances.instanceAt(host, name, signal) }
  }
}
