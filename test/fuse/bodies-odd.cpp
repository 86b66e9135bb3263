// RUN: %check_fuse %s
// Digraphs, non-ASCII text, raw strings and macro calls as statements move as they are.
//--- before.cpp
#define STORE(to, value) to = (value)
void digraphs(const int *__restrict in, int *__restrict a, int *__restrict b, int n) <%
  for (int i = 0; i < n; ++i) <% /* größer */
    a<:i:> = in<:i:> + 1; // é
  %>
  for (int k = 0; k < n; ++k) <% b<:k:> = a<:k:>; %> // ende — fin
%>

void macros(const int *__restrict in, int *__restrict a, int *__restrict b, int n) {
  for (int i = 0; i < n; ++i) {
    STORE(a[i], in[i] + 1);
  }
  for (int i = 0; i < n; ++i)
    STORE(b[i], a[i] * 2);
}

void rawStrings(const int *__restrict in, int *__restrict a, int *__restrict b, int n) {
  for (int i = 0; i < n; ++i)
    a[i] = in[i];
  for (int i = 0; i < n; ++i)
      b[i] = a[i] + R"(
  {x)"[2];
}
//--- after.cpp
#define STORE(to, value) to = (value)
void digraphs(const int *__restrict in, int *__restrict a, int *__restrict b, int n) <%
  for (int i = 0; i < n; ++i) <% /* größer */
    a<:i:> = in<:i:> + 1; // é
    b<:i:> = a<:i:>; // ende — fin
  %>
%>

void macros(const int *__restrict in, int *__restrict a, int *__restrict b, int n) {
  for (int i = 0; i < n; ++i) {
    STORE(a[i], in[i] + 1);
    STORE(b[i], a[i] * 2);
  }
}

void rawStrings(const int *__restrict in, int *__restrict a, int *__restrict b, int n) {
  for (int i = 0; i < n; ++i) {
    a[i] = in[i];
    b[i] = a[i] + R"(
  {x)"[2];
  }
}
