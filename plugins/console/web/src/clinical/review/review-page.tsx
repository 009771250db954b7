import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { QueryState } from '../../shared/query-state.tsx';
import { recordQuery } from './record-query.ts';
import { Review } from './review.tsx';

/** `/clinical/notes/$id`: the note beside what it rests on. */
export function ReviewPage() {
  const { id } = useParams({ from: '/signed-in/clinical/notes/$id' });
  const record = useQuery(recordQuery(id));
  return <QueryState query={record}>{(found) => <Review key={id} record={found} />}</QueryState>;
}
