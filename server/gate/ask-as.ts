import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Answer } from '../../contract/call.ts'
import type { CallRequest } from '../../contract/request.ts'
import type { Config } from '../config/config.ts'
import { clientAddress } from './client-address.ts'

/** Another call in the name of anyone who sent the request: through its route, with its rights, its rate limits and its checks. */
export async function askAs<Result>(
  app: FastifyInstance,
  { headers, ip }: FastifyRequest,
  { trustProxy }: Pick<Config, 'trustProxy'>,
  { method, url, body }: CallRequest,
): Promise<Answer<Result>> {
  const response = await app.inject({
    method,
    url,
    remoteAddress: clientAddress(headers, ip, trustProxy),
    headers: { host: headers.host ?? '', cookie: headers.cookie ?? '', 'user-agent': headers['user-agent'] ?? '' },
    ...(body ? { payload: body } : {}),
  })
  return response.json<Answer<Result>>()
}
