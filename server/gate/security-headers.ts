/** What a page of ours may load and where it may send, reported to the browser with every answer. */
import helmet from '@fastify/helmet'
import type { FastifyInstance } from 'fastify'
import type { Config } from '../config/config.ts'
import { gatewayOrigins } from '../features/commerce/payments/payments.public.ts'
import { DAY, SECOND } from '../kit/clock.ts'

/** @param ownScripts hashes of the scripts that stand in our documents */
export async function addSecurityHeaders(
  app: FastifyInstance,
  config: Config,
  ownScripts: readonly string[],
): Promise<void> {
  // The captcha of Yandex is a script of theirs, which opens a frame.
  const captchaFrom = config.yandexCaptcha ? [config.yandexCaptcha.url] : []
  const payments = gatewayOrigins(config)
  // It is a script too, and tells its site what it saw.
  const counterFrom = config.metrikaId === '' ? [] : ['https://mc.yandex.ru']
  // The widget of a VK community is a script of VK, which opens a frame.
  const widget = config.vkNotices
    ? { scripts: ['https://vk.com/js/api/', 'https://vk.ru/js/api/'], frames: ['https://vk.com', 'https://vk.ru'] }
    : { scripts: [], frames: [] }
  // Browsers from before 2022 do not take 'self' for the socket at the same address.
  const ownSocket = config.publicOrigin === '' ? [] : [config.publicOrigin.replace(/^http/, 'ws')]
  await app.register(helmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'", ...ownScripts, ...captchaFrom, ...counterFrom, ...payments.scripts, ...widget.scripts],
        // Mantine sets sizes and colours as style attributes.
        styleSrc: ["'self'", "'unsafe-inline'"],
        // Avatars come from the networks, wherever they keep them.
        imgSrc: ["'self'", 'data:', 'https:'],
        fontSrc: ["'self'", 'data:'],
        connectSrc: ["'self'", ...ownSocket, ...captchaFrom, ...counterFrom, ...payments.scripts],
        frameSrc: ["'self'", ...captchaFrom, ...payments.frames, ...widget.frames],
        objectSrc: ["'none'"],
        baseUri: ["'none'"],
        formAction: ["'self'", ...payments.forms],
        frameAncestors: ["'none'"],
      },
    },
    hsts: config.production ? { maxAge: (365 * DAY) / SECOND } : false,
    xFrameOptions: { action: 'deny' },
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
  })
  // What is answered to one person is kept by no proxy and no browser, unless the answer says otherwise itself.
  app.addHook('onSend', async (request, reply) => {
    if (/^\/(api|auth)\//.test(request.url) && !reply.hasHeader('cache-control'))
      reply.header('cache-control', 'no-store')
  })
}
