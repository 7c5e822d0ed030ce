import { Button, SegmentedControl } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { useState, type FormEvent } from 'react'
import { MAX_SEARCH_KEYWORDS } from '../../../../contract/watching/categories.ts'
import { distinctPhrases, splitPhrases } from '../../../../rules/phrases.ts'
import { PhrasesInput } from '../../../kit/ui/components/phrases-input.tsx'
import { Row, Stack } from '../../../kit/ui/components/stack.tsx'
import card from '../../../kit/ui/components/card.module.css'
import classes from './category-search.module.css'
import { MAX_KEYWORD_LETTERS, type AskedCategories } from './search-address.ts'

const tooMany = `Укажите не больше ${MAX_SEARCH_KEYWORDS} ключевых слов`

export interface CategorySearchFormProps {
  asked: AskedCategories
  busy: boolean
  onSearch: (asked: AskedCategories) => void
}

export function CategorySearchForm({ asked, busy, onSearch }: CategorySearchFormProps) {
  const [keywords, setKeywords] = useState<string[]>(asked.keywords)
  const [operator, setOperator] = useState(asked.operator)
  const [typed, setTyped] = useState('')
  const [mistake, setMistake] = useState<string | null>(null)
  const search = (event: FormEvent): void => {
    event.preventDefault()
    const all = distinctPhrases([...keywords, ...splitPhrases(typed)])
    // Spec §5 Category search: nothing asked is no mistake.
    if (all.length === 0) return
    setMistake(all.length > MAX_SEARCH_KEYWORDS ? tooMany : null)
    if (all.length <= MAX_SEARCH_KEYWORDS) onSearch({ keywords: all, operator })
  }
  return (
    <Stack as="form" className={card.card} onSubmit={search} role="search" aria-label="Подбор категории">
      <PhrasesInput
        label="Ключевые слова"
        description="Слово или несколько слов подряд; через запятую или с новой строки"
        placeholder={keywords.length === 0 ? 'например: натяжные потолки' : 'ещё'}
        phrases={keywords}
        letters={MAX_KEYWORD_LETTERS}
        most={{ count: MAX_SEARCH_KEYWORDS, sentence: tooMany }}
        error={mistake}
        onChange={(next) => {
          setMistake(null)
          setKeywords(next)
        }}
        onTyping={setTyped}
      />
      <Row gap={3} align="center" justify="space-between" className={classes.ways}>
        <SegmentedControl
          value={operator}
          onChange={(value) => {
            const next = value === 'AND' ? 'AND' : 'OR'
            setOperator(next)
            if (keywords.length > 1) onSearch({ keywords, operator: next })
          }}
          data={[
            { value: 'OR', label: 'Любое из слов' },
            { value: 'AND', label: 'Все слова сразу' },
          ]}
          aria-label="Как искать"
        />
        <Button type="submit" loading={busy} leftSection={<IconSearch size={17} aria-hidden="true" />}>
          Подобрать
        </Button>
      </Row>
    </Stack>
  )
}
