import { useQuery } from "@tanstack/react-query";
import { UserText } from "../../parts/user-text.tsx";
import { newestPipelinesQuery, pipelineQuery } from "./queries.ts";

/** Returns the name of a pipeline, or its id while the name is not known or if it was deleted. An empty id gives an empty name. */
export function usePipelineName(pipelineId: string): string {
  const { data: newest } = useQuery(newestPipelinesQuery());
  const listed = newest?.find(({ id }) => id === pipelineId);
  const { data: own } = useQuery({
    ...pipelineQuery(pipelineId),
    enabled: pipelineId !== "" && newest !== undefined && listed === undefined,
    staleTime: Number.POSITIVE_INFINITY,
    refetchInterval: false,
  });
  return listed?.name ?? own?.name ?? pipelineId;
}

export function PipelineName({ pipelineId }: { pipelineId: string }) {
  return <UserText>{usePipelineName(pipelineId)}</UserText>;
}
