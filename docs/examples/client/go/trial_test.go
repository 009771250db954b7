// A test on a clock of its own. The requests are JSON over HTTP: the standard library is enough.
package trial

import (
	"bytes"
	"encoding/json"
	"net/http"
	"os"
	"testing"
)

func post(t *testing.T, path string, fields map[string]any) (answer map[string]any) {
	body, _ := json.Marshal(fields)
	request, _ := http.NewRequest("POST", os.Getenv("CHRONOSCRIBE_URL")+path, bytes.NewReader(body))
	request.Header.Set("Authorization", "Bearer "+os.Getenv("KEY"))
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	if err := json.NewDecoder(response.Body).Decode(&answer); err != nil {
		t.Fatal(err)
	}
	if response.StatusCode >= 300 {
		t.Fatal(answer["detail"])
	}
	return answer
}

func TestAMonthLater(t *testing.T) {
	clock := post(t, "/v1/clocks", map[string]any{"now": "2030-01-01T09:00:00Z", "ttl": "1h"})["clock_id"]
	post(t, "/v1/pause-time", map[string]any{"clock_id": clock})
	moved := post(t, "/v1/fast-forward?wait=settled", map[string]any{"clock_id": clock, "duration": "P1M"})
	if moved["settled"] != true || moved["new_time"] != "2030-02-01T09:00:00Z" {
		t.Error(moved)
	}
}
