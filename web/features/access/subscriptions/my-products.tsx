import { Skeleton } from '@mantine/core'
import { IconChevronDown, IconInbox } from '@tabler/icons-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { VIEW_OF_EVERYTHING, viewAddress } from '../../../../rules/filters/views.ts'
import { loadSentenceOf } from '../../../kit/calls/call-error.ts'
import { LateMenu } from '../../../kit/ui/components/late-menu.tsx'
import type { MenuParts } from '../../../kit/ui/components/open-floating.tsx'
import { NewsCount } from '../../../kit/ui/components/news-count.tsx'
import { ProductIcon } from '../../../kit/ui/components/product-icon.tsx'
import typography from '../../../kit/ui/typography.module.css'
import classes from './my-products.module.css'
import { foldRows, type ProductRow, type ProductSection } from './product-rows.ts'

export interface MyProductsProps {
  /** Undefined while no one knows. */
  sections: ProductSection[] | undefined
  error: Error | null
  /** Of the view that is read; null for a filter that is none. */
  current: string | null
  /** Where everything is read. */
  all: string
  /** How many new ones a view has; `VIEW_OF_EVERYTHING` too. */
  unreadOf: (key: string) => number
}

/** What the person listens to, each with what is new: one press opens it. */
export function MyProducts({ sections, error, current, all, unreadOf }: MyProductsProps) {
  if (error && !sections) return <p className={typography.note}>Подписки не загрузились. {loadSentenceOf(error)}</p>
  if (!sections) return <Skeleton height={34} radius="md" />
  return (
    <nav className={classes.products} aria-label="Продукты">
      <ul className={classes.list}>
        <ProductLink
          row={everything}
          to={all}
          isCurrent={current === VIEW_OF_EVERYTHING}
          unread={unreadOf(VIEW_OF_EVERYTHING)}
        />
      </ul>
      {sections.length === 0 && <p className={typography.note}>Пока ничего</p>}
      {sections.map((section) => (
        <Section key={section.productType} section={section} current={current} unreadOf={unreadOf} />
      ))}
    </nav>
  )
}

const everything: ProductRow = { key: VIEW_OF_EVERYTHING, name: 'Все', icon: '', note: null, resting: false }

function Section({
  section: { productType, title, rows },
  ...reading
}: Pick<MyProductsProps, 'current' | 'unreadOf'> & { section: ProductSection }) {
  return (
    <section aria-label={title}>
      {/* The only list of groups is called so itself. */}
      {(productType !== 'group' || rows.length > 1) && <h2 className={classes.title}>{title}</h2>}
      <ProductLinks rows={rows} {...reading} />
    </section>
  )
}

export interface ProductLinksProps extends Partial<Pick<MyProductsProps, 'current' | 'unreadOf'>> {
  rows: readonly ProductRow[]
}

/** Links to the views of some products; of many only the first ones until more are asked for. */
export function ProductLinks({ rows, current = null, unreadOf = () => 0 }: ProductLinksProps) {
  const [whole, setWhole] = useState(false)
  const { shown, left } = foldRows(rows, whole, (key) => key === current || unreadOf(key) > 0)
  return (
    <>
      <ul className={classes.list}>
        {shown.map((row) => (
          <ProductLink
            key={row.key}
            row={row}
            to={viewAddress(row.key)}
            isCurrent={row.key === current}
            unread={unreadOf(row.key)}
          />
        ))}
      </ul>
      {(left > 0 || whole) && (
        <button type="button" className={classes.fold} aria-expanded={whole} onClick={() => setWhole(!whole)}>
          {whole ? 'Свернуть' : `Ещё ${left}`}
        </button>
      )}
    </>
  )
}

interface ProductLinkProps {
  row: ProductRow
  to: string
  isCurrent: boolean
  unread: number
}

function ProductLink({ row, to, isCurrent, unread }: ProductLinkProps) {
  const { name, note, resting } = row
  return (
    <li>
      <Link
        to={to}
        className={classes.product}
        data-product
        data-resting={resting || undefined}
        aria-current={isCurrent ? 'page' : undefined}
      >
        <RowIcon row={row} />
        <span className={classes.name}>
          {name}
          {note !== null && <span className={classes.note}> {note}</span>}
        </span>{' '}
        <NewsCount count={unread} />
      </Link>
    </li>
  )
}

const RowIcon = ({ row: { key, icon } }: { row: ProductRow }) =>
  key === VIEW_OF_EVERYTHING ? (
    <IconInbox size={18} stroke={1.7} aria-hidden="true" />
  ) : (
    <ProductIcon name={icon} size={18} />
  )

/**
 * The same where there is no room for a column: a button that says what is read, and opens the others.
 * @param name of the view that is read; null for a filter
 */
export function ProductMenu({ sections, current, all, unreadOf, ...view }: MyProductsProps & { name: string | null }) {
  if (!sections) return null
  const row = sections.flatMap(({ rows }) => rows).find(({ key }) => key === current) ?? everything
  const name = view.name ?? (current === VIEW_OF_EVERYTHING ? everything.name : 'Продукты')
  const item = (Menu: MenuParts, each: ProductRow, to: string) => (
    <Menu.Item
      key={each.key}
      component={Link}
      to={to}
      leftSection={<RowIcon row={each} />}
      rightSection={<NewsCount count={unreadOf(each.key)} />}
      aria-current={each.key === current ? 'page' : undefined}
    >
      {each.name}
      {each.note !== null && <span className={classes.note}> {each.note}</span>}
    </Menu.Item>
  )
  return (
    <LateMenu
      position="bottom-start"
      width={300}
      withinPortal={false}
      className={classes.dropdown}
      target={
        <button type="button" className={classes.menu} aria-label={current === null ? 'Продукты' : `Продукты: ${name}`}>
          <RowIcon row={row} />
          <span className={typography.truncated}>{name}</span>
          <IconChevronDown size={16} stroke={1.8} aria-hidden="true" />
        </button>
      }
    >
      {(Menu) => (
        <>
          {item(Menu, everything, all)}
          {sections.map(({ productType, title, rows }) => (
            <div key={productType} role="group" aria-label={title}>
              <Menu.Label aria-hidden="true">{title}</Menu.Label>
              {rows.map((each) => item(Menu, each, viewAddress(each.key)))}
            </div>
          ))}
        </>
      )}
    </LateMenu>
  )
}
