import { Button } from '@mantine/core'
import { pushForbidden } from '../../../../kit/device/browser-notices.ts'
import { AlertBox } from '../../../../kit/ui/components/alert-box.tsx'
import { LazyBoundary } from '../../../../kit/ui/components/lazy-boundary.tsx'
import { SettingsNote } from '../../../../kit/ui/components/settings-card.tsx'
import { lazyNamed } from '../../../../kit/ui/lazy-named.ts'
import type { ThisBrowser } from './use-this-browser.ts'

const InstallHint = lazyNamed(() => import('./install-hint.tsx'), 'InstallHint')

/** Nothing where this browser can not have them. */
export function ThisBrowserButton({ here: { state, busy, turnOn, turnOff } }: { here: ThisBrowser }) {
  if (state === 'install' || state === 'unsupported') return null
  return state === 'on' ? (
    <Button size="sm" variant="default" loading={busy} onClick={() => void turnOff()}>
      Выключить здесь
    </Button>
  ) : (
    <Button size="sm" variant="default" loading={busy} onClick={() => void turnOn()}>
      Включить здесь
    </Button>
  )
}

/** What stands in the way, and what to do about it. */
export function ThisBrowserNote({ here: { state, mistake } }: { here: ThisBrowser }) {
  if (mistake !== null) return <AlertBox tone="bad">{mistake}</AlertBox>
  if (state === 'on' || state === 'off') return null
  if (state !== 'install') return <SettingsNote>{pushForbidden[state]}</SettingsNote>
  return (
    <>
      <SettingsNote>На iPhone и iPad они приходят, когда Эхолот стоит на экране «Домой»:</SettingsNote>
      <LazyBoundary>
        <InstallHint />
      </LazyBoundary>
    </>
  )
}
