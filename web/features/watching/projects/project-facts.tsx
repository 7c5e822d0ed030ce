import { networkTitles } from '../../../../contract/networks.ts'
import type { Project } from '../../../../contract/watching/projects.ts'
import { Stack } from '../../../kit/ui/components/stack.tsx'
import typography from '../../../kit/ui/typography.module.css'
import { projectListTitles, listFields } from './project-fields.ts'
import classes from './project-panel.module.css'

/** What a project looks for, for anyone who sees it by their team and may not change it. */
export function ProjectFacts({ project }: { project: Project }) {
  const { networks, censorFilter, neuralFilter } = project
  const hidden = [censorFilter && 'грубые слова', neuralFilter && 'реклама и спам'].filter(Boolean)
  const facts: [title: string, words: string][] = [
    ...listFields.map((field): [string, string] => [projectListTitles[field], project[field].join(', ')]),
    ['Сети', networks.map((network) => networkTitles[network]).join(', ') || 'все'],
    ['Скрывается', hidden.join(', ')],
  ]
  return (
    <Stack gap={3} className={classes.body}>
      <dl className={classes.facts}>
        {facts
          .filter(([, words]) => words !== '')
          .map(([title, words]) => (
            <div key={title}>
              <dt>{title}</dt>
              <dd>{words}</dd>
            </div>
          ))}
      </dl>
      <p className={typography.note}>Проект меняют владелец команды и те, у кого есть право «Управление».</p>
    </Stack>
  )
}
