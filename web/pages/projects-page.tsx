import { Button, Skeleton } from '@mantine/core'
import { Link } from 'react-router'
import { emptyFilter } from '../../contract/filters.ts'
import { packFilter } from '../features/filters/filter-address.ts'
import { ProjectPanel } from '../features/projects/project-panel.tsx'
import { useProjects } from '../features/projects/projects-cache.ts'
import { sentenceOf } from '../kit/calls/call-error.ts'
import { Blank } from '../kit/ui/blank.tsx'
import { DeedNotices } from '../kit/ui/deed-notice.tsx'
import { Notice } from '../kit/ui/notice.tsx'
import { PageFrame, PageHead } from '../kit/ui/page-frame.tsx'
import { ForPerson } from './for-person.tsx'
import classes from './projects-page.module.css'

/** /custom-category: the monitored projects, each a panel of its own. */
export function ProjectsPage() {
  const head = (
    <PageHead
      title="Проекты"
      lead="Что говорят о вас, о товаре, о конкурентах: по вашим словам, с контекстом и минус-словами."
    />
  )
  return (
    <PageFrame name="Проекты" width="whole">
      <ForPerson why="Проекты у каждого свои, поэтому странице нужно знать, кто вы." head={head}>
        {({ id, timeZone }) => (
          <>
            {head}
            <Projects key={id} zone={timeZone} />
          </>
        )}
      </ForPerson>
      <DeedNotices />
    </PageFrame>
  )
}

function Projects({ zone }: { zone: string }) {
  const { projects, error, retry } = useProjects()
  if (!projects && error) {
    return (
      <Notice
        tone="bad"
        action={
          <Button variant="default" size="sm" onClick={retry}>
            Повторить
          </Button>
        }
      >
        Проекты не загрузились. {sentenceOf(error)}
      </Notice>
    )
  }
  if (!projects) return <Skeleton height={320} radius="lg" />
  if (projects.length === 0) {
    return (
      <Blank
        picture="no-subscription"
        title="Проектов пока нет"
        action={
          <div className={classes.buttons}>
            <Button component={Link} to="/order?product=project">
              Посмотреть тарифы
            </Button>
            <Button component={Link} to="/order?product=project&type=trial" variant="default">
              Попросить тестовый доступ
            </Button>
          </div>
        }
      >
        Проект слушает все сети сразу и находит каждое упоминание по вашим ключевым словам.
      </Blank>
    )
  }
  const first = projects.find(({ downtimeReason }) => downtimeReason === 'NOT_CONFIGURED') ?? projects[0]
  return (
    <div className={classes.panels}>
      {projects.map((project) => (
        <ProjectPanel
          key={project.id}
          project={project}
          zone={zone}
          feed={`/feed?${packFilter({ ...emptyFilter, monitoredProjects: [project.id] }, { name: project.name || `Проект ${project.id}` })}`}
          openAtFirst={project === first}
        />
      ))}
    </div>
  )
}
