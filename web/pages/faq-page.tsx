import { AllQuestions } from '../features/site/faq/all-questions.tsx'
import { questionsAsData } from '../features/site/faq/question-list.tsx'
import { questions } from '../features/site/faq/questions.ts'
import { PageFrame, PageHeading } from '../kit/ui/components/page-frame.tsx'

const head = {
  description:
    'Как работает Эхолот: какие сети он слушает, чем отличаются категории, проекты и группы, что видно на пробном доступе, сколько стоит и как вернуть деньги.',
  steps: [{ name: 'Вопросы и ответы', path: '/faq' }],
  data: [questionsAsData(questions)],
}

/** /faq: a hash number opens that question (spec §2). */
export function FaqPage() {
  return (
    <PageFrame name="Вопросы и ответы" width="whole" head={head}>
      <PageHeading title="Вопросы и ответы" lead="Коротко и как есть. Не нашли своего — напишите нам." />
      <AllQuestions />
    </PageFrame>
  )
}
