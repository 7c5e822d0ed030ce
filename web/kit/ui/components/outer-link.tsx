import type { ReactNode } from 'react'

/** Addresses come from the networks, so only those that lead to a web page are let through. */
export function isWebAddress(url: string | null): url is string {
  if (url === null || !URL.canParse(url)) return false
  const { protocol } = new URL(url)
  return protocol === 'https:' || protocol === 'http:'
}

/** A link that leaves the product; plain text when there is nowhere to go. */
export function OuterLink({
  url,
  className,
  children,
}: {
  url: string | null
  className?: string
  children: ReactNode
}) {
  if (!isWebAddress(url)) return <span className={className}>{children}</span>
  return (
    <a href={url} className={className} target="_blank" rel="noopener noreferrer nofollow">
      {children}
    </a>
  )
}
