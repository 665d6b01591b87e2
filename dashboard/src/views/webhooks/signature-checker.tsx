import { useMutation } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { Button } from "../../parts/button.tsx";
import { TextArea, TextField } from "../../parts/field.tsx";
import { ErrorNotice, Notice } from "../../parts/notices.tsx";
import { Page } from "../../parts/page.tsx";
import { checkSignature, mistakes, type SignatureCheck } from "./check-signature.ts";
import { CodeBlock } from "./code-block.tsx";
import { TypedSecret } from "./secret-field.tsx";

const empty = { body: "", signature: "", previousSignature: "", secret: "" };

/** `/app/webhooks/signature`: why an endpoint rejects a signature. */
export function SignatureChecker() {
  const [request, setRequest] = useState(empty);
  // Nothing keeps the secret once the view is left.
  const check = useMutation({ mutationFn: checkSignature, gcTime: 0 });
  const set = (change: Partial<typeof empty>) => {
    setRequest({ ...request, ...change });
    // What was found belongs to what was typed before.
    check.reset();
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    check.mutate(request);
  };
  return (
    <Page
      title="Check a signature"
      lead="Your endpoint rejects a delivery? Paste what it received, and see whether the signature belongs to it."
    >
      <form className="panel" onSubmit={submit}>
        <p>
          Your browser computes the HMAC-SHA256 itself. Nothing that you paste here is sent or stored, the
          secret neither.
        </p>
        <TextArea
          label="Body, as it was received"
          required
          rows={8}
          spellCheck={false}
          value={request.body}
          onChange={({ target }) => set({ body: target.value })}
          hint="The raw bytes of the request, before they are parsed. A dead letter's page has a button that copies its body."
        />
        <TextField
          label="X-Service-Signature"
          required
          spellCheck={false}
          placeholder="v1="
          value={request.signature}
          onChange={({ target }) => set({ signature: target.value })}
          hint="The value of this header of the same request."
        />
        <TextField
          label="X-Service-Signature-Previous (optional)"
          spellCheck={false}
          placeholder="v1="
          value={request.previousSignature}
          onChange={({ target }) => set({ previousSignature: target.value })}
          hint="Requests have it only for a while after the secret was rotated."
        />
        <TypedSecret
          label="Secret"
          hint="The secret with which your endpoint verifies."
          secret={request.secret}
          onChange={(secret) => set({ secret })}
        />
        <div>
          <Button type="submit" look="primary" busy={check.isPending}>
            Check the signature
          </Button>
        </div>
        <ErrorNotice error={check.error} />
        {check.data === undefined ? null : <Result check={check.data} />}
      </form>
    </Page>
  );
}

const headerNames = { current: "X-Service-Signature", previous: "X-Service-Signature-Previous" };

function Result({ check }: { check: SignatureCheck }) {
  switch (check.outcome) {
    case "match":
      return (
        <Notice kind="good">
          <strong>The signature matches.</strong>{" "}
          {check.header === "current"
            ? "The header belongs to this body and this secret."
            : "The secret is the one from before the rotation: it belongs to X-Service-Signature-Previous. Give your endpoint the new secret before the overlap ends."}
        </Notice>
      );
    case "mistakes":
      return (
        <Notice kind="warning">
          <div className="stack stack-tight">
            <strong>
              The signature does not match as pasted, but {headerNames[check.header]} belongs to this secret
              and the corrected request:
            </strong>
            <ul>
              {check.mistakes.map((mistake) => (
                <li key={mistake}>{mistakes[mistake]}</li>
              ))}
            </ul>
          </div>
        </Notice>
      );
    case "malformed":
      return (
        <Notice kind="bad">
          <strong>{headerNames[check.header]} holds no signature.</strong> It is “v1=” and 64 hexadecimal
          digits.
        </Notice>
      );
    case "mismatch":
      return <Mismatch expected={check.expected} />;
  }
}

function Mismatch({ expected }: { expected: string }) {
  return (
    <div className="stack">
      <Notice kind="bad">
        <strong>The signature does not match, and no common mistake explains it.</strong> Probably the secret
        is another one (of another subscription, or from before a rotation), the header is of another request,
        or the body was changed on its way.
      </Notice>
      <CodeBlock label="The header that belongs to this body and secret">{expected}</CodeBlock>
      <p className="small soft">This header would belong to exactly this body and secret.</p>
      <details>
        <summary>Mistakes that were ruled out</summary>
        <ul>
          {Object.entries(mistakes).map(([mistake, words]) => (
            <li key={mistake}>{words}</li>
          ))}
        </ul>
      </details>
    </div>
  );
}
