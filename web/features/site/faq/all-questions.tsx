import { Button } from '@mantine/core'
import { useEffect, useState } from 'react'
import { Link, useLocation } from 'react-router'
import { EmptyState } from '../../../kit/ui/components/empty-state.tsx'
import { SearchField } from '../../../kit/ui/components/search-field.tsx'
import { Stack } from '../../../kit/ui/components/stack.tsx'
import classes from './all-questions.module.css'
import { findQuestions, idOfHash, wordsOf } from './find-questions.ts'
import { QuestionList } from './question-list.tsx'
import { questions, type Question } from './questions.ts'

const topics = [...new Set(questions.map(({ topic }) => topic))]
const topicAnchor = (topic: string): string => `topic-${topics.indexOf(topic) + 1}`

/** All of them by topics, and a search among them. The hash of the address opens one: /faq#12. */
export function AllQuestions() {
  const { hash, key } = useLocation()
  const [typed, setTyped] = useState('')
  const words = wordsOf(typed)
  const found = findQuestions(questions, words)
  useEffect(() => {
    const id = idOfHash(hash)
    if (id !== null) openQuestion(id)
    // Pressed again, it is opened again.
  }, [hash, key])
  return (
    <div className={classes.columns}>
      <nav className={classes.topics} aria-label="Темы">
        <ul>
          {topics.map((topic) => (
            <li key={topic}>
              <a href={`#${topicAnchor(topic)}`}>{topic}</a>
            </li>
          ))}
        </ul>
      </nav>
      <Stack gap={6}>
        <div className={classes.search}>
          <SearchField
            label="Найти среди вопросов"
            placeholder="например: вернуть деньги"
            value={typed}
            onChange={setTyped}
            maxLength={100}
          />
        </div>
        {found.length === 0 ? (
          <EmptyState
            picture="nothing-fits"
            title="Такого вопроса пока нет"
            action={
              <Button component={Link} to="/contacts">
                Спросить нас
              </Button>
            }
          >
            Попробуйте другие слова или напишите: ответим и добавим вопрос сюда.
          </EmptyState>
        ) : (
          topics.map((topic) => <Topic key={topic} topic={topic} words={words} found={found} />)
        )}
      </Stack>
    </div>
  )
}

interface TopicProps {
  topic: string
  words: readonly string[]
  found: readonly Question[]
}

function Topic({ topic, words, found }: TopicProps) {
  const theirs = found.filter((question) => question.topic === topic)
  if (theirs.length === 0) return null
  return (
    <section aria-labelledby={topicAnchor(topic)}>
      <h2 id={topicAnchor(topic)} className={classes.topic}>
        {topic}
      </h2>
      <QuestionList questions={theirs} words={words} anchor={({ id }) => String(id)}>
        {({ id, question }) => (
          <p>
            <Link to={{ hash: `#${id}` }} aria-label={`Ссылка на этот вопрос: ${question}`}>
              Ссылка на этот вопрос
            </Link>
          </p>
        )}
      </QuestionList>
    </section>
  )
}

function openQuestion(id: number): void {
  const question = document.getElementById(String(id))?.closest('details')
  if (!question) return
  question.open = true
  question.scrollIntoView({ block: 'start' })
  question.querySelector('summary')?.focus({ preventScroll: true })
}
