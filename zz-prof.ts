import { writeFileSync } from 'node:fs'
import { launchChromium } from './tools/chromium.ts'
const browser = await launchChromium()
const login = await fetch('http://localhost:4010/auth/login', { method: 'POST', headers: { 'content-type': 'application/json', origin: 'http://localhost:4010' }, body: JSON.stringify({ email: 'anna@demo.echolot', password: 'echolot-demo' }) })
const [name, value] = (login.headers.getSetCookie()[0] ?? '').split(';')[0].split('=')
const ctx = await browser.newContext({ viewport: { width: 412, height: 823 }, deviceScaleFactor: 1.75, isMobile: true, hasTouch: true })
await ctx.addCookies([{ name, value, url: 'http://localhost:4010' }])
const page = await ctx.newPage()
const cdp = await ctx.newCDPSession(page)
await cdp.send('Profiler.enable'); await cdp.send('Profiler.setSamplingInterval', { interval: 200 }); await cdp.send('Profiler.start')
await page.goto('http://localhost:4010/feed'); await page.waitForTimeout(3000)
const { profile } = await cdp.send('Profiler.stop') as any
writeFileSync('/tmp/cpu.json', JSON.stringify(profile))
await browser.close()
