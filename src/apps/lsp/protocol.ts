/** What the server takes from vscode-languageserver; bundled by itself (dist/language-server.cjs), so that no other command loads it. */
export {
  CodeActionKind,
  CompletionItemKind,
  createConnection,
  DiagnosticSeverity,
  DiagnosticTag,
  DocumentDiagnosticReportKind,
  LSPErrorCodes,
  ProposedFeatures,
  ResponseError,
  SymbolKind,
  TextDocumentSyncKind,
} from 'vscode-languageserver/node'
export { TextDocument } from 'vscode-languageserver-textdocument'
