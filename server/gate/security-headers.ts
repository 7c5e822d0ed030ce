/** What a page of ours may load and where it may send, reported to the browser with every answer. */
import helmet from '@fastify/helmet'
import type { FastifyInstance } from 'fastify'
import type { Config } from '../config/config.ts'
import { gatewayOrigins } from '../features/commerce/payments/payments.public.ts'
import { DAY, SECOND } from '../kit/clock.ts'

export async function addSecurityHeaders(app: FastifyInstance, config: Config): Promise<void> {
  // The captcha of Yandex is a script of theirs, which opens a frame.
  const captchaFrom = config.yandexCaptcha ? [config.yandexCaptcha.url] : []
  const payments = gatewayOrigins(config)
  // It is a script too, and tells its site what it saw.
  const counterFrom = config.metrikaId === '' ? [] : ['https://mc.yandex.ru']
  await app.register(helmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'", ...captchaFrom, ...counterFrom, ...payments.scripts],
        // Mantine sets sizes and colours as style attributes.
        styleSrc: ["'self'", "'unsafe-inline'"],
        // Avatars come from the networks, wherever they keep them.
        imgSrc: ["'self'", 'data:', 'https:'],
        fontSrc: ["'self'", 'data:'],
        connectSrc: ["'self'", 'ws:', 'wss:', ...captchaFrom, ...counterFrom, ...payments.scripts],
        frameSrc: ["'self'", ...captchaFrom, ...payments.frames],
        objectSrc: ["'none'"],
        baseUri: ["'none'"],
        formAction: ["'self'", ...payments.forms],
        frameAncestors: ["'none'"],
      },
    },
    hsts: config.production ? { maxAge: (365 * DAY) / SECOND } : false,
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
  })
}
