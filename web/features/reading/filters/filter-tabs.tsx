import { Skeleton, VisuallyHidden } from '@mantine/core'
import { IconPlus, IconUsers } from '@tabler/icons-react'
import { useEffect, useRef, useState, type KeyboardEvent, type ReactNode } from 'react'
import { Link, useLocation } from 'react-router'
import type { Filter, LiveFilter } from '../../../../contract/reading/filters.ts'
import { LazyBoundary } from '../../../kit/ui/components/lazy-boundary.tsx'
import { NewsCount } from '../../../kit/ui/components/news-count.tsx'
import { Row, Stack } from '../../../kit/ui/components/stack.tsx'
import { lazyNamed } from '../../../kit/ui/lazy-named.ts'
import typography from '../../../kit/ui/typography.module.css'
import { packFilter } from './filter-address.ts'
import { findFilterDraft, useFilterDrafts } from './filter-drafts.ts'
import { FilterTabMenu } from './filter-tab-menu.tsx'
import classes from './filter-tabs.module.css'
import { useFilterActs } from './use-filter-acts.ts'
import type { FilterChoice } from './use-filter-choice.ts'
import { useFilterDigits } from './use-filter-digits.ts'

const FilterCreateDialog = lazyNamed(() => import('./filter-create-dialog.tsx'), 'FilterCreateDialog')
const ShareDialog = lazyNamed(() => import('../../../kit/ui/components/share-dialog.tsx'), 'ShareDialog')
const FilterRenameDialog = lazyNamed(() => import('./filter-rename-dialog.tsx'), 'FilterRenameDialog')

export interface FilterTabsProps {
  choice: FilterChoice
  /** Those of the choice, each with what came for it; undefined while they are not there. */
  filters: LiveFilter[] | undefined
}

/** Longer than a dialog takes to be gone. */
const FOCUS_PAUSE = 300

/** The saved filters, each with what came for it; the one that is read stands in the address. */
export function FilterTabs({ choice, filters }: FilterTabsProps) {
  const { filter: current, draft, choose } = choice
  const drafts = useFilterDrafts()
  const acts = useFilterActs(choice)
  const [dialog, setDialog] = useState<{ name: 'rename' | 'share'; filter: Filter } | 'create' | null>(null)
  useFilterDigits(filters, choose)

  const list = useCurrentTabInSight(current?.id, filters !== undefined)
  if (!filters && choice.error) return null
  if (!filters) return <Skeleton height={49} radius="md" />
  const close = (): void => {
    setDialog(null)
    // What opened it may be an item of a menu that is gone.
    list.current?.querySelector<HTMLElement>('a[aria-current]')?.focus()
  }
  return (
    <Stack gap={3}>
      <nav className={classes.bar} aria-label="Фильтры">
        <ul ref={list} className={classes.tabs}>
          {filters.map((filter) => (
            <FilterTab
              key={filter.id}
              filter={filter}
              isCurrent={filter.id === current?.id}
              changed={findFilterDraft(filter, drafts) !== null}
              menu={
                !draft && (
                  <FilterTabMenu
                    filter={filter}
                    filters={filters}
                    acts={acts}
                    mayShare={choice.mayShare}
                    onRename={() => setDialog({ name: 'rename', filter })}
                    onShare={() => setDialog({ name: 'share', filter })}
                  />
                )
              }
            />
          ))}
          {draft && !current && (
            <Row as="li" gap={0} align="center" nowrap className={classes.item} data-current>
              <span className={classes.tab} aria-current="page">
                {draft.name ?? 'По ссылке'}
              </span>
            </Row>
          )}
        </ul>
        <button type="button" className={classes.add} onClick={() => setDialog('create')}>
          <IconPlus size={18} stroke={1.8} aria-hidden="true" />
          <span className={classes.addText}>Новый фильтр</span>
        </button>
      </nav>
      <LazyBoundary>
        {dialog === 'create' && (
          <FilterCreateDialog
            mayShare={choice.mayShare}
            onClose={close}
            onCreated={(id) => {
              setDialog(null)
              choose(id)
            }}
          />
        )}
        {dialog !== null && dialog !== 'create' && dialog.name === 'rename' && (
          <FilterRenameDialog filter={dialog.filter} onClose={close} />
        )}
        {dialog !== null && dialog !== 'create' && dialog.name === 'share' && (
          <ShareDialog
            url={`${window.location.origin}/feed?${packFilter({ ...dialog.filter, ...findFilterDraft(dialog.filter, drafts) }, { name: dialog.filter.name })}`}
            title={`Фильтр «${dialog.filter.name}»`}
            note="Кто откроет ссылку, увидит по этому фильтру свои сообщения."
            onClose={close}
          />
        )}
      </LazyBoundary>
    </Stack>
  )
}

/**
 * Shows the tab of the filter that is read, and keeps the focus on the tabs when that is another one.
 * @param ready the tabs are there
 */
function useCurrentTabInSight(currentId: number | undefined, ready: boolean) {
  const list = useRef<HTMLUListElement>(null)
  const before = useRef(currentId)
  useEffect(() => {
    const tab = list.current?.querySelector<HTMLElement>('[aria-current]')
    if (tab) showInMiddle(tab)
    if (currentId === undefined) return
    const another = before.current !== undefined && before.current !== currentId
    before.current = currentId
    if (!another) return
    // A filter was deleted, added or chosen by a digit: what had the focus is gone, as soon as its dialog is.
    const timer = setTimeout(
      () => document.activeElement === document.body && tab?.focus({ preventScroll: true }),
      FOCUS_PAUSE,
    )
    return () => clearTimeout(timer)
  }, [currentId, ready])
  return list
}

interface FilterTabProps {
  filter: LiveFilter
  isCurrent: boolean
  /** It is changed, and not saved. */
  changed: boolean
  /** What can be done with the filter, while it is the one that is read. */
  menu: ReactNode
}

function FilterTab({ filter, isCurrent, changed, menu }: FilterTabProps) {
  const { pathname } = useLocation()
  return (
    <Row as="li" gap={0} align="center" nowrap className={classes.item} data-current={isCurrent || undefined}>
      <Link
        data-tab
        onKeyDown={moveFocus}
        className={classes.tab}
        to={{ pathname, search: filter.isDefault ? '' : `?filter=${filter.id}` }}
        aria-current={isCurrent ? 'page' : undefined}
      >
        {filter.scope === 'team' && <IconUsers size={16} stroke={1.8} role="img" aria-label="Фильтр команды" />}
        <span className={typography.truncated}>{filter.name}</span>
        {changed && (
          <span className={classes.changed} title="Изменён, не сохранён">
            <VisuallyHidden> изменён</VisuallyHidden>
          </span>
        )}
        <NewsCount count={filter.updates?.count ?? 0} />
      </Link>
      {isCurrent && menu}
    </Row>
  )
}

/** By arrows, Home and End from one tab to another. */
function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  const tabs = [...(event.currentTarget.closest('ul')?.querySelectorAll<HTMLElement>('[data-tab]') ?? [])]
  const from = tabs.indexOf(event.currentTarget)
  const to = { ArrowLeft: from - 1, ArrowRight: from + 1, Home: 0, End: tabs.length - 1 }[event.key]
  const next = to === undefined || from < 0 ? undefined : tabs[to]
  if (!next) return
  event.preventDefault()
  next.focus()
}

/** Not by `scrollIntoView`: Tab would then go on from there, past everything above it. */
function showInMiddle(tab: HTMLElement): void {
  const bar = tab.closest('ul')
  if (!bar) return
  const [shown, wanted] = [bar.getBoundingClientRect(), tab.getBoundingClientRect()]
  bar.scrollLeft += wanted.left + wanted.width / 2 - (shown.left + shown.width / 2)
}
