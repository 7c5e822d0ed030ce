import lighthouse from 'lighthouse'
import { writeFileSync } from 'node:fs'
import { launchChromium } from './tools/chromium.ts'
import { freePort } from './tools/postgres.ts'
const port = await freePort()
const browser = await launchChromium([`--remote-debugging-port=${port}`])
const login = await fetch('http://localhost:4010/auth/login', { method: 'POST', headers: { 'content-type': 'application/json', origin: 'http://localhost:4010' }, body: JSON.stringify({ email: 'anna@demo.echolot', password: 'echolot-demo' }) })
const session = (login.headers.getSetCookie()[0] ?? '').split(';')[0]
for (let i = 0; i < Number(process.argv[2] ?? 1); i++) {
const r = await lighthouse('http://localhost:4010/feed', { port, logLevel: 'error', onlyCategories: ['performance'], extraHeaders: { Cookie: session } })
const a = r!.lhr.audits
console.log(r!.lhr.categories.performance.score, ['first-contentful-paint','largest-contentful-paint','speed-index','total-blocking-time','interactive','cumulative-layout-shift'].map((k) => `${k} ${a[k]?.displayValue} (${a[k]?.score})`).join(' | '))
console.log(JSON.stringify(a['long-tasks']?.details?.items?.map((x: any) => [x.url.slice(-40), Math.round(x.startTime), Math.round(x.duration)])))
console.log(JSON.stringify(a['mainthread-work-breakdown']?.details?.items?.map((x: any) => [x.groupLabel, Math.round(x.duration)])))
console.log(JSON.stringify(a['bootup-time']?.details?.items?.map((x: any) => [x.url.slice(-40), Math.round(x.total), Math.round(x.scripting)])))
writeFileSync('/tmp/trace.json', JSON.stringify((r as any).artifacts.Trace ?? (r as any).artifacts.traces?.defaultPass))
}
await browser.close()
