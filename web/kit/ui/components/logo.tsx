import classes from './logo.module.css'

/** The mark: an echo spreading from the one message that answered. */
export function SonarMark({ size = 28 }: { size?: number }) {
  return (
    <svg className={classes.mark} width={size} height={size} viewBox="0 0 32 32" aria-hidden="true">
      <rect width="32" height="32" rx="9" />
      <g>
        <path d="M6.5 14.5a9.5 9.5 0 0 0 19 0" opacity="0.55" />
        <path d="M11 14.5a5 5 0 0 0 10 0" />
      </g>
      <circle cx="16" cy="10.5" r="2.6" />
    </svg>
  )
}

export function Logo() {
  return (
    <span className={classes.logo}>
      <SonarMark />
      Эхолот
    </span>
  )
}
