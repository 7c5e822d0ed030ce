import { Button, Skeleton } from '@mantine/core'
import { Link } from 'react-router'
import { emptyFilter } from '../../contract/reading/filters.ts'
import { packFilter } from '../features/reading/filters/filter-address.ts'
import { ProjectPanel } from '../features/watching/projects/project-panel.tsx'
import { useProjects } from '../features/watching/projects/projects-cache.ts'
import { EmptyState } from '../kit/ui/components/empty-state.tsx'
import { LoadFailure } from '../kit/ui/components/load-failure.tsx'
import { DeedNotices } from '../kit/ui/components/action-toast.tsx'
import { PageFrame, PageHead } from '../kit/ui/components/page-frame.tsx'
import { Row, Stack } from '../kit/ui/components/stack.tsx'
import { ForPerson } from './for-person.tsx'

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
      <LoadFailure error={error} onRetry={retry}>
        Проекты не загрузились.
      </LoadFailure>
    )
  }
  if (!projects) return <Skeleton height={320} radius="lg" aria-busy="true" />
  if (projects.length === 0) {
    return (
      <EmptyState
        picture="no-subscription"
        title="Проектов пока нет"
        action={
          <Row justify="center">
            <Button component={Link} to="/order?product=project">
              Посмотреть тарифы
            </Button>
            <Button component={Link} to="/order?product=project&type=trial" variant="default">
              Попросить тестовый доступ
            </Button>
          </Row>
        }
      >
        Проект слушает все сети сразу и находит каждое упоминание по вашим ключевым словам.
      </EmptyState>
    )
  }
  const first = projects.find(({ downtimeReason }) => downtimeReason === 'NOT_CONFIGURED') ?? projects[0]
  return (
    <Stack>
      {projects.map((project) => (
        <ProjectPanel
          key={project.id}
          project={project}
          zone={zone}
          feed={`/feed?${packFilter({ ...emptyFilter, monitoredProjects: [project.id] }, { name: project.name || `Проект ${project.id}` })}`}
          openAtFirst={project === first}
        />
      ))}
    </Stack>
  )
}
