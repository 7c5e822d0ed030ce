import { Skeleton } from '@mantine/core'
import type { ReactNode } from 'react'
import typography from '../typography.module.css'
import classes from './page-frame.module.css'
import { PageHead, type PageHeadProps } from './page-head.tsx'
import { PageTitle } from './page-title.tsx'
import { Row, Stack } from './stack.tsx'

export interface PageFrameProps {
  /** In the title of the tab. */
  name: string
  /** Of a page that search engines may show: what else its head says. */
  head?: Omit<PageHeadProps, 'name'>
  /** `reading`: no wider than a text is read with ease. */
  width: 'whole' | 'reading'
  children: ReactNode
}

/** A page of one column: its head, and what stands under it. */
export function PageFrame({ name, head, width, children }: PageFrameProps) {
  return (
    <Stack gap={5} className={classes.page} data-width={width}>
      {head ? <PageHead name={name} {...head} /> : <PageTitle name={name} />}
      {children}
    </Stack>
  )
}

export interface PageHeadingProps {
  title: string
  /** What the page is for, in a sentence. */
  lead: string
  /** What can be done with all of it. */
  children?: ReactNode
}

export function PageHeading({ title, lead, children }: PageHeadingProps) {
  return (
    <Row as="header" gap={[3, 5]} align="flex-start" justify="space-between">
      <Stack gap={1} className={classes.words}>
        <h1 className={classes.title}>{title}</h1>
        <p className={typography.soft}>{lead}</p>
      </Stack>
      {children}
    </Row>
  )
}

/** Stands in the place of a page that is being fetched, as high as the window: what is below does not move when it comes. */
export function PageWaiting() {
  return (
    <Stack gap={5} className={classes.page} aria-busy="true">
      <Skeleton height={32} width="min(320px, 60%)" />
      <Skeleton height={320} radius="lg" />
    </Stack>
  )
}
