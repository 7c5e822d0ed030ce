import { Button } from '@mantine/core'
import { useState, type FormEvent } from 'react'
import { findCategories } from '../../../../rules/find-categories.ts'
import { popularCategories } from '../../../../rules/site/popular-categories.ts'
import { useCall } from '../../../kit/calls/use-call.ts'
import { ProductIcon } from '../../../kit/ui/components/product-icon.tsx'
import { Row, Stack } from '../../../kit/ui/components/stack.tsx'
import { SuggestInput } from './suggest-input.tsx'
import { MAX_KEYWORD_LETTERS } from './search-address.ts'
import type { HomeAsked } from './home-address.ts'
import classes from './trade-field.module.css'

const SUGGESTED = 6
export interface TradeFieldProps {
  asked: HomeAsked | null
  onAsk: (asked: HomeAsked) => void
}

/** «Чем вы занимаетесь?»: the name of a category, or words of one's own; popular categories are one press away. */
export function TradeField({ asked, onAsk }: TradeFieldProps) {
  const { data } = useCall('categories', 'listCategories', {}, { staleTime: Infinity })
  const all = data?.categories ?? []
  const shown = asked === null ? '' : 'keyword' in asked ? asked.keyword : nameOf(asked.category)
  const [typed, setTyped] = useState<string | null>(null)
  const value = typed ?? shown
  function nameOf(slug: string): string {
    return all.find((each) => each.slug === slug)?.name ?? ''
  }
  const ask = (next: HomeAsked): void => {
    setTyped(null)
    onAsk(next)
  }
  const askWords = (text: string): void => {
    const words = text.trim()
    if (words === '') return
    const same = all.find(({ name }) => name.toLowerCase() === words.toLowerCase())
    ask(same ? { category: same.slug } : { keyword: words.slice(0, MAX_KEYWORD_LETTERS) })
  }
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    askWords(value)
  }
  const suggested = typed === null || typed.trim() === '' ? [] : findCategories(all, typed, true).slice(0, SUGGESTED)
  const chosen = asked && 'category' in asked ? asked.category : null
  return (
    <Stack gap={3} className={classes.field}>
      <form onSubmit={submit} role="search" aria-label="Кто вас ищет">
        <label htmlFor="trade" className={classes.label}>
          Чем вы занимаетесь?
        </label>
        <div className={classes.line}>
          <SuggestInput
            id="trade"
            label="Категории"
            placeholder="например: маникюр на дому"
            value={value}
            onChange={setTyped}
            suggested={suggested.map(({ name }) => name)}
            onTake={askWords}
            maxLength={MAX_KEYWORD_LETTERS}
          />
          <Button type="submit" size="lg">
            Показать
          </Button>
        </div>
      </form>
      {data && (
        <Row as="ul" gap="tight" aria-label="Популярные категории">
          {popularCategories
            .flatMap((known) => all.find(({ slug, free }) => free && slug === known) ?? [])
            .map(({ id, slug, name, icon }) => (
              <li key={id}>
                <button
                  type="button"
                  className={classes.chip}
                  aria-pressed={slug === chosen}
                  onClick={() => ask({ category: slug })}
                >
                  <ProductIcon name={icon} size={16} />
                  {name}
                </button>
              </li>
            ))}
        </Row>
      )}
    </Stack>
  )
}
