import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { Job } from './jobs-page.js';

const POLL_MS = 3_000;
const ENDED: ReadonlySet<Job['state']> = new Set(['finished', 'cancelled']);

/** The job as it is now: by server-sent events, and by asking again where these don't get through. */
export function useJobProgress(job: Job): Job {
  const [latest, setLatest] = useState<Job | null>(null);
  const queries = useQueryClient();
  const { id } = job;
  const going = !ENDED.has((latest ?? job).state);
  useEffect(() => {
    if (!going) return;
    let timer: ReturnType<typeof setInterval> | undefined;
    const source = new EventSource(`/v1/jobs/${encodeURIComponent(id)}/events`);
    const told = ({ data }: MessageEvent<string>) => {
      const next = JSON.parse(data) as Job | null;
      if (next) setLatest(next);
    };
    source.addEventListener('progress', told);
    source.addEventListener('done', (event) => {
      told(event);
      source.close();
      void queries.invalidateQueries({ queryKey: ['jobs'] });
    });
    source.addEventListener('error', () => {
      timer ??= setInterval(() => void queries.invalidateQueries({ queryKey: ['jobs'] }), POLL_MS);
    });
    return () => {
      source.close();
      clearInterval(timer);
    };
  }, [id, going, queries]);
  return latest ?? job;
}
