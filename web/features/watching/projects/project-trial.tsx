import { Button } from '@mantine/core'
import { useId, useState, type ReactNode } from 'react'
import {
  emptyProject,
  guestProjectLimits,
  projectLimits,
  type ProjectFields,
} from '../../../../contract/watching/projects.ts'
import card from '../../../kit/ui/components/card.module.css'
import { Stack } from '../../../kit/ui/components/stack.tsx'
import typography from '../../../kit/ui/typography.module.css'
import { readDraft, writeProjectDraft } from './project-draft.ts'
import { HidingSwitches, Listened, WordList } from './project-form.tsx'
import beside from './preview-column.module.css'
import { ProjectPreview, usePreview } from './project-preview.tsx'
import classes from './project-trial.module.css'

export interface ProjectTrialProps {
  title: string
  /** Whose words: null for a guest, otherwise the id of who is signed in. */
  of: number | null
  zone: string
  /** What the address asks for, where the browser keeps nothing. */
  asked: ProjectFields | null
  /** «2 990 руб.» for «1 месяц»; null while it is not known. */
  price: { price: string; duration: string } | null
  /** They want it. */
  onBuy: () => void
  /** Beside the button. */
  children?: ReactNode
}

/** Words are tried before there is a project: what they find, and the way to listen for them. They are kept as they are typed. */
export function ProjectTrial({ title, of, zone, asked, price, onBuy, children }: ProjectTrialProps) {
  const heading = useId()
  const [fields, setFields] = useState<ProjectFields>(() => readDraft(of) ?? asked ?? emptyProject)
  const preview = usePreview(fields)
  const change = (to: Partial<ProjectFields>): void => {
    const next = { ...fields, ...to }
    setFields(next)
    writeProjectDraft(of, next)
  }
  const list = {
    fields,
    limits: of === null ? guestProjectLimits : projectLimits,
    mistakes: preview.preview?.mistakes ?? [],
    onChange: change,
  }
  return (
    <section className={`${card.surface} ${classes.trial}`} aria-labelledby={heading}>
      <Stack className={classes.words}>
        <h2 id={heading} className={typography.heading}>
          {title}
        </h2>
        <WordList field="keywords" {...list} />
        <Stack gap={2}>
          <Button size="md" onClick={onBuy}>
            {price === null ? 'Следить' : `Следить за ${price.price}`}
          </Button>
          <p className={typography.note}>
            {price !== null && `Цена за ${price.duration}. `}Подписка не продлевается сама. Слова сохранятся.
          </p>
          {children}
        </Stack>
      </Stack>
      <div className={`${beside.column} ${classes.preview}`}>
        <ProjectPreview
          shown={preview}
          zone={zone}
          filters={{ censor: fields.censorFilter, neural: fields.neuralFilter }}
          onFilters={change}
          onExclude={(word) => change({ excludedKeywords: [...new Set([...fields.excludedKeywords, word])] })}
        />
      </div>
      <Stack className={classes.more}>
        <WordList field="context" {...list} />
        <WordList field="excludedKeywords" {...list} />
        <Listened fields={fields} onChange={change} />
        <HidingSwitches fields={fields} onChange={change} />
      </Stack>
    </section>
  )
}
