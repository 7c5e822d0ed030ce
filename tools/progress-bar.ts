import type { WriteStream } from 'node:tty'

export type ProgressBar = {
  // Called as often as there is news; it is shown as often as a person can read it.
  show(share: number, facts: string): void
  // A line of its own, above the bar.
  print(line: string): void
  end(): void
}

const width = 24

// One line that is drawn over and over on a terminal; anywhere else a plain line now and then.
export function progressBar(out: NodeJS.WriteStream | WriteStream = process.stdout): ProgressBar {
  const live = out.isTTY
  const between = live ? 150 : 5_000
  const startedAt = performance.now()
  let startShare: number | undefined
  let shownAt = live ? -Infinity : startedAt
  let pending = ''

  const clear = () => {
    if (live) out.write('\r\x1b[2K')
  }
  const draw = () => {
    shownAt = performance.now()
    if (live) out.write(`\r\x1b[2K${pending.slice(0, Math.max(20, (out.columns || 100) - 1))}`)
    else out.write(`${pending}\n`)
  }

  return {
    show(share, facts) {
      startShare ??= share
      const filled = Math.round(share * width)
      const percent = `${Math.floor(share * 100)} %`.padStart(5)
      const left = timeLeft(performance.now() - startedAt, startShare, share)
      const bar = live ? `${'█'.repeat(filled)}${'░'.repeat(width - filled)} ` : ''
      pending = `  ${bar}${percent}  ${facts}${left}`
      if (performance.now() - shownAt >= between) draw()
    },
    print(line) {
      clear()
      out.write(`${line}\n`)
      if (live && pending) draw()
    },
    end() {
      if (live && pending) draw()
      if (live && pending) out.write('\n')
    },
  }
}

function timeLeft(elapsed: number, from: number, share: number): string {
  if (elapsed < 2_000 || share - from < 0.005 || share >= 1) return ''
  const seconds = Math.round(((elapsed / (share - from)) * (1 - share)) / 1_000)
  if (seconds < 60) return `  осталось ${seconds} с`
  if (seconds < 3_600) return `  осталось ${Math.floor(seconds / 60)} мин ${seconds % 60} с`
  return `  осталось ${Math.floor(seconds / 3_600)} ч ${Math.round((seconds % 3_600) / 60)} мин`
}
