import { IconPlayerPause, IconPlayerPlay } from '@tabler/icons-react'

export interface PauseButtonProps {
  paused: boolean
  onToggle: () => void
  /** Looks as the ground that it stands on needs them. */
  className: string | undefined
}

/** What moves by itself can be stopped, and goes on from there. */
export function PauseButton({ paused, onToggle, className }: PauseButtonProps) {
  const Icon = paused ? IconPlayerPlay : IconPlayerPause
  return (
    <button type="button" className={className} onClick={onToggle}>
      <Icon size={15} aria-hidden="true" />
      {paused ? 'Продолжить' : 'Остановить'}
    </button>
  )
}
